function show(a) {
  "use strict";
  first(a);
  second(a);
}
module.exports = show;

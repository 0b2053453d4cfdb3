function show(a) {
  "use strict";
  both(a);
}
function both(a) {
  first(a);
  second(a);
}
module.exports = show;

function show(a) {
  both(a);
}
function both(a) {
  "use strict";
  first(a);
  second(a);
}
module.exports = show;

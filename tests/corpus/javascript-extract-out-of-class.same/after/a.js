'use strict';
const o = Object.freeze({ x: 1 });
class A {
  f() {
    return h();
  }
}
function h() {
  o.x = 2;
  return 1;
}

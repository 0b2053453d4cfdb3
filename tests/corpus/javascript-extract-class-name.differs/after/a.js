const B = { x: 1 };
const A = class B {
  static x = 2;
  f() {
    log(1);
    return g();
  }
};
function g() {
  return B.x + 1;
}

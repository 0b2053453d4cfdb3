const o = Object.freeze({ x: 1 });
class A {
  f() {
    o.x = 2;
    return 1;
  }
}

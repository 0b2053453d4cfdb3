class A {
  C c;
  int f() {
    return c.v();
  }
  int h(A o) {
    return o.f();
  }
}

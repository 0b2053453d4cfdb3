class A {
  C c;
  int f(C c) {
    return c.v();
  }
  int h(A o) {
    return o.f(c);
  }
}

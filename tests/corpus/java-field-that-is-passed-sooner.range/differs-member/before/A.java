class A {
  C c;
  int f(int a) {
    return c.v(a);
  }
  int h(C d) {
    return f(1);
  }
}

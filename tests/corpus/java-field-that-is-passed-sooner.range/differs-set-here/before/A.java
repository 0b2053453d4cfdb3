class A {
  C c;
  int f(C x) {
    c = x;
    return c.v();
  }
  int h(C x) {
    return f(x);
  }
}

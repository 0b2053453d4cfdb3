class A {
  C c;
  int f(C d, int a) {
    return d.v(a);
  }
  int h(C d) {
    return f(c.next(), 1);
  }
}

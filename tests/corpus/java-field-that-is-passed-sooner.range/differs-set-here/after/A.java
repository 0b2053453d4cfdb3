class A {
  C c;
  int f(C x, C d) {
    c = x;
    return d.v();
  }
  int h(C x) {
    return f(x, c);
  }
}

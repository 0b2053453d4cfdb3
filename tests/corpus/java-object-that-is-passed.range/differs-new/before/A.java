class A {
  int f(D d) {
    return d.n() + 1;
  }
  int h(D d) {
    return f(d);
  }
}

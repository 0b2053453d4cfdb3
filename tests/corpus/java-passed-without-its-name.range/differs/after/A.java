class A {
  C f(D d) {
    one();
    g(d, d.c());
    return d.c();
  }
  void g(D d, C c) {
    two(c);
    three(c, d);
  }
}

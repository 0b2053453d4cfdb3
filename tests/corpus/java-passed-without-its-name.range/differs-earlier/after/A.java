class A {
  void f(D d) {
    one();
    g(d, d.c());
  }
  void g(D d, C c) {
    two(c);
    three(c, d);
  }
}

class A {
  void f(D d) {
    one();
    g(d);
  }
  void g(D d) {
    two(d.c());
    three(d.c(), d);
  }
}

class A {
  void f(D d) {
    one();
    g(d.c());
  }
  void g(int c) {
    two(c);
    three(c);
  }
}

class A {
  void k(int i) {
    a();
  }

  void k(long c) {
    b();
  }

  void f(int c) {
    z();
    g(c);
  }

  void g(long c) {
    k(c);
  }
}

class A {
  void k(int i) {
    a();
  }

  void k(long c) {
    b();
  }

  void f(int c) {
    z();
    k(c);
  }
}

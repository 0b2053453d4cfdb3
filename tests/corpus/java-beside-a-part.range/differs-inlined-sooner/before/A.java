class A {
  void k(int x) {
    p(x);
    q(x);
  }

  void m(int y) {
    r();
    k(y);
  }
}

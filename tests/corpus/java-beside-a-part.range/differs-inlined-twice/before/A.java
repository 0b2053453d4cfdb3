class A {
  void k(int x) {
    p(x);
    q(x);
  }

  void m(int y) {
    k(y);
    r();
  }
}

class A {
  void k(int x) {
    x++;
    p(x);
  }

  void m(int y) {
    k(y);
    q(y);
  }
}

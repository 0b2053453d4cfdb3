class A {
  void k(int x) {
    if (x > 1) return;
    p(x);
  }

  void m(int y) {
    k(y);
    q();
  }
}

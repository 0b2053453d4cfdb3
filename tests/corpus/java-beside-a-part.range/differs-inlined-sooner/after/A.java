class A {
  void m(int y) {
    p(y);
    q(y);
    r();
  }
}

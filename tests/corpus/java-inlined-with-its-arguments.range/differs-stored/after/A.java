class A {
  void m(int y) {
    y++;
    p(y);
    q(y);
  }
}

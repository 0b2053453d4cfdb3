class A {
  void m(int y) {
    if (y > 1) return;
    p(y);
    q();
  }
}

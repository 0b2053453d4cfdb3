class A {
  short s() {
    return 1;
  }

  void m() {
    q(s());
  }
}

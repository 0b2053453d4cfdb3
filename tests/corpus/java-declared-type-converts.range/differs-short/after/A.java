class A {
  short s() {
    return 1;
  }

  void m() {
    h(s());
  }

  void h(int k) {
    q(k);
  }
}

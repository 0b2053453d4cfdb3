class A {
  int t;

  void k() {
    t = 1;
  }

  void m() {
    int t = 0;
    k();
    p(t);
  }
}

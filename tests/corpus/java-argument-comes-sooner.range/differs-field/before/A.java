class A {
  int n;

  void m() {
    n = 2;
    p(n);
  }

  void p(int x) {}
}

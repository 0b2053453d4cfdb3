class A {
  int n;

  void m() {
    h(n);
  }

  void h(int x) {
    n = 2;
    p(x);
  }

  void p(int x) {}
}

class A {
  int n;

  int g() {
    return n;
  }

  void m() {
    n = 2;
    p(g());
  }

  void p(int x) {}
}

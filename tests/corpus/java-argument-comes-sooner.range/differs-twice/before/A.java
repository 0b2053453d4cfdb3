class A {
  int n;

  int g() {
    return n++;
  }

  void m() {
    p(g());
    p(g());
  }

  void p(int x) {}
}

class A {
  int n;

  int g() {
    return n++;
  }

  void s() {
    n = 4;
  }

  void m() {
    s();
    p(g());
  }

  void p(int x) {}
}

class A {
  int n;

  int g() {
    return n;
  }

  void m() {
    h(g());
  }

  void h(int x) {
    p(x);
  }

  void p(int x) {}
}

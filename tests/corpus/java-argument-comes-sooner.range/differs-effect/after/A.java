class A {
  int n;

  int g() {
    return n++;
  }

  void s() {
    n = 4;
  }

  void m() {
    h(g());
  }

  void h(int x) {
    s();
    p(x);
  }

  void p(int x) {}
}

class A {
  int n;

  int g() {
    return n++;
  }

  void m(boolean c) {
    h(c, g());
  }

  void h(boolean c, int x) {
    if (c) {
      p(x);
    }
  }

  void p(int x) {}
}

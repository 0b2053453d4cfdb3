class A {
  int n;

  int g() {
    return n++;
  }

  void m(boolean c) {
    if (c) {
      p(g());
    }
  }

  void p(int x) {}
}

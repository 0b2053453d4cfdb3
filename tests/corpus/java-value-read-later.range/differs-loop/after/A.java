class A {
  int n;

  void m() {
    while (q()) {
      p(n);
    }
  }

  boolean q() {
    n++;
    return n < 5;
  }

  void p(int x) {}
}

class A {
  int n;

  void m() {
    int x = n;
    while (q()) {
      p(x);
    }
  }

  boolean q() {
    n++;
    return n < 5;
  }

  void p(int x) {}
}

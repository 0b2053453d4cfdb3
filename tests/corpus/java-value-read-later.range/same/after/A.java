class A {
  int n;

  Runnable m() {
    int y = n;
    return () -> p(y);
  }

  void p(int x) {}
}

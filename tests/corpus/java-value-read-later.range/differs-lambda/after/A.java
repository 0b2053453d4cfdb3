class A {
  int n;

  Runnable m() {
    return () -> p(n);
  }

  void p(int x) {}
}

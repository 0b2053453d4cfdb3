class A {
  int n;

  Runnable m() {
    int x = n;
    return () -> p(x);
  }

  void p(int x) {}
}

class A {
  int n;
  void f() {
    one();
    run(() -> go(n));
  }
}

class A {
  final int n;
  void f() {
    one();
    run(() -> go(n));
  }
}

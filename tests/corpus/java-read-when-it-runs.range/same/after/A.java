class A {
  final int n;
  void f() {
    one();
    g(n);
  }
  void g(int m) {
    run(() -> go(m));
  }
}

class A {
  int n;
  void f() {
    one();
    g();
  }
  void g() {
    run(() -> go(n));
  }
}

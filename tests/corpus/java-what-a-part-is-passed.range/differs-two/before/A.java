class A {
  int n, m;

  void f() {
    a();
    p(n, n);
  }
}

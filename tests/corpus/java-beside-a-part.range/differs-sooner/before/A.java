class A {
  int n;

  void f() {
    x();
    a(n);
    b();
  }
}

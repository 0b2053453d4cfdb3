class A {
  int n;

  void f() {
    a();
    b(n);
  }
}

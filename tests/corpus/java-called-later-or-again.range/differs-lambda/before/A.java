class A {
  void f() {
    a();
    b(n);
  }

  int n;
}

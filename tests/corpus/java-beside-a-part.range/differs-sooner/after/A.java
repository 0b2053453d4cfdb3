class A {
  int n;

  void f() {
    g();
    x();
    b();
  }

  void g() {
    a(n);
  }
}

class A {
  int n;

  void f() {
    x();
    g();
    g();
    b();
  }

  void g() {
    a(n);
  }
}

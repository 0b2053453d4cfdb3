class A {
  int n;

  void f() {
    x();
    a(n);
    g();
    b();
  }

  void g() {
    a(n);
  }
}

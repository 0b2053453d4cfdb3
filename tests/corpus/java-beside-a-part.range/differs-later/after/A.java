class A {
  int n;

  void f() {
    x();
    b();
    g();
  }

  void g() {
    a(n);
  }
}

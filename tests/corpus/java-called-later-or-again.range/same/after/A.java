class A {
  int n;

  void f() {
    g();
  }

  void g() {
    a();
    b(n);
  }
}

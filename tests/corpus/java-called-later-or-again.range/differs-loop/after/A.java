class A {
  int n;

  void f() {
    while (c()) g();
  }

  void g() {
    a();
    b(n);
  }
}

class A {
  int n;

  void f() {
    try {
      c();
    } finally {
      g();
    }
  }

  void g() {
    a();
    b(n);
  }
}

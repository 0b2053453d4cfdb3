class A {
  int n;

  void f() {
    try {
      a();
      b(n);
    } finally {
      c();
    }
  }
}

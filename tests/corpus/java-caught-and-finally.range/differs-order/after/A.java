class A {
  void f() {
    try {
      a();
    } finally {
      b();
    }
    c();
  }
}

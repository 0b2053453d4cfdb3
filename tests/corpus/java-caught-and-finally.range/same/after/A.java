class A {
  void f() {
    try {
      a();
    } finally {
      this.b();
      c();
    }
  }
}

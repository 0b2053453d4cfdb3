class A {
  void k(Object o) {
    a();
  }

  void k(String c) {
    b();
  }

  void f() {
    k(null);
  }
}

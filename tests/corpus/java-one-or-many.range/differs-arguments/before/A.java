class A {
  void k(Object o) {
    a();
  }

  void k(Object... c) {
    b();
  }

  void f(Object o) {
    k(o);
  }
}

class A {
  void f() {
    r();
  }

  void k() {
    f();
  }
}

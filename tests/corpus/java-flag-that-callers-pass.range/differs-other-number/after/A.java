class A {
  void f() {
    p(4);
  }

  void k() {
    f();
  }
}

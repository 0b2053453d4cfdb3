class A {
  void f() {
    q();
  }

  void k() {
    f();
  }
}

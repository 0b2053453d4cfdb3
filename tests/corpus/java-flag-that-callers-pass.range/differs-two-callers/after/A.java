class A {
  void f() {
    q();
    r();
  }

  void k() {
    f();
  }

  void j() {
    f();
  }
}

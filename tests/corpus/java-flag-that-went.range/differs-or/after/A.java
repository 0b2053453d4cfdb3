class A {
  void f() {
    if (p()) q();
  }

  void k() {
    f();
  }
}

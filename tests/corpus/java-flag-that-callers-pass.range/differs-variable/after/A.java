class A {
  void f() {
    while (p()) {
      q();
    }
  }

  void k(boolean z) {
    f();
  }
}

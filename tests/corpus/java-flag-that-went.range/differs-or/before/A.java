class A {
  void f(boolean c) {
    if (c || p()) q();
  }

  void k() {
    f(true);
  }
}

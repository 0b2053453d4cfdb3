class A {
  void f(boolean c) {
    if (c) q();
    r();
  }

  void k() {
    f(true);
  }

  void j() {
    f(false);
  }
}

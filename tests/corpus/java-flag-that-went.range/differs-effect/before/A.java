class A {
  void f(boolean c) {
    if (p() && c) q();
    r();
  }

  void k() {
    f(false);
  }
}

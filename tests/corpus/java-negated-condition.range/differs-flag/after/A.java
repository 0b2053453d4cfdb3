class A {
  void f(boolean c) {
    if (c) y();
    else x();
  }

  void k() {
    f(true);
  }
}

class A {
  void f(boolean c) {
    if (c) x();
    else y();
  }

  void k() {
    f(true);
  }
}

class A {
  void f(boolean a, boolean b) {
    if (a) x();
    if (b) y();
  }
}

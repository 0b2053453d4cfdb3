class A {
  void f(boolean a, boolean b) {
    if (a) x();
    else if (b) y();
  }
}

class A {
  void f(boolean a, boolean b) {
    if (a && b) x();
    else y();
  }
}

class A {
  void f(boolean a, boolean b) {
    if (a) {
      if (b) x();
      else y();
    }
  }
}

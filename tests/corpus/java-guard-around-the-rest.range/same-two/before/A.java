class A {
  void f(boolean a, boolean b) {
    if (a) return;
    if (b) return;
    h();
  }
}

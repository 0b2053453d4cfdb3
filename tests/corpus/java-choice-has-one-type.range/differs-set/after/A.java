class A {
  void f(boolean c, int i, double d) {
    Object x = c ? i : d;
    h(x);
  }
}

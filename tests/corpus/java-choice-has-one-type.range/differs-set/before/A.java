class A {
  void f(boolean c, int i, double d) {
    Object x;
    if (c) x = i;
    else x = d;
    h(x);
  }
}

class A {
  int n;
  D d;

  Object g(boolean c, int a, double b) {
    return c ? a : b;
  }
}

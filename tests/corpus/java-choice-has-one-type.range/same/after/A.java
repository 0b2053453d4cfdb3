class A {
  int n;
  D d;

  Object g(boolean c, int a, int b) {
    return c ? a : b;
  }
}

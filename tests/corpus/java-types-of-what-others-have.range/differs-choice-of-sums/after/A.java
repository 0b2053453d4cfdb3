class A {
  Object f(boolean c, int a, double b) {
    return c ? a + 1 : b + 1;
  }
}

class A {
  Object f(boolean c, int a, double b) {
    if (c) return a + 1;
    return b + 1;
  }
}

class A {
  Object f(boolean c, int a) {
    return c ? sum() : 'b';
  }

  private static int sum() {
    return 1 + 2;
  }
}

class A {
  Object f(boolean c, int a) {
    return c ? sum(a) : 'b';
  }

  private static int sum(int a) {
    return a + 2;
  }
}

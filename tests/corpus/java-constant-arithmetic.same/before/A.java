class A {
  Object f(boolean c, int a) {
    return c ? a + 2 : 'b';
  }
}

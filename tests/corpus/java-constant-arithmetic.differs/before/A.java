class A {
  Object f(boolean c, int a) {
    return c ? 1 + 2 : 'b';
  }
}

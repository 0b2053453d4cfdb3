class A {
  Integer f(boolean c, Integer a, int b) {
    return c ? a : b;
  }
}

class A {
  Object f(boolean c, Object a) {
    return c ? (int) a : (double) a;
  }
}

class A {
  Object f(boolean c, Object a) {
    if (c) return (int) a;
    return (double) a;
  }
}

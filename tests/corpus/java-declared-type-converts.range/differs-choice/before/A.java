class A {
  Object f(boolean c, int i) {
    z();
    return c ? i : 1;
  }
}

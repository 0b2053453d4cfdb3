class A {
  Object f(boolean c, int i) {
    z();
    return g(c, i);
  }

  double g(boolean c, int i) {
    return c ? i : 1;
  }
}

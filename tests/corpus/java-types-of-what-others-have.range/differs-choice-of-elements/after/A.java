class A {
  Object f(boolean c, int[] a, double[] b) {
    return c ? a[0] : b[0];
  }
}

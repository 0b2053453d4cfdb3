class A {
  Object f(boolean c, int[] a, double[] b) {
    if (c) return a[0];
    return b[0];
  }
}

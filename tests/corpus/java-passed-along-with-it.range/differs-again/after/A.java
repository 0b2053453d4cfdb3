class A {
  private int f(int a, int k) {
    if (a > 3) return a;
    return f(k, a + 1);
  }
}

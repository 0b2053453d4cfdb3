class A {
  private int f(int a) {
    if (a > 3) return a;
    return f(a + 1);
  }
}

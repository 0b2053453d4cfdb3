class A {
  int f(int a) {
    return max(a, 1);
  }
  private static int max(int a, int b) {
    return b;
  }
}

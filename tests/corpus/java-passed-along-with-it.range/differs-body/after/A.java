class A {
  int k;

  private int h(int a, int k) {
    return a - k;
  }

  int f(int a, int k) {
    return h(a, k);
  }
}

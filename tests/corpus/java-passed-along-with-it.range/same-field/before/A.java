class A {
  int k;

  private int h(int a) {
    return a + k;
  }

  int f(int a) {
    return h(a);
  }
}

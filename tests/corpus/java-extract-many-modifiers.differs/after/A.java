class A {
  int f(int a) {
    int x = g(a);
    log(x);
    return x;
  }

  private static final synchronized int g(int a) {
    return a + 1;
  }
}

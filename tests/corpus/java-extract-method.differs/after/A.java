class A {
  int f(int a) {
    int x = g(a);
    log(x);
    return x;
  }

  private int g(long a) {
    return (int) a + 1;
  }
}

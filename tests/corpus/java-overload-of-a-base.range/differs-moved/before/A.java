class A {
  static int f(int a) {
    return g(a);
  }
  static int g(long o) {
    return 1;
  }
}

class B {
  static int g(long o) {
    return 1;
  }
  static int g(int o) {
    return 2;
  }
  static int f(int a) {
    return g(a);
  }
}

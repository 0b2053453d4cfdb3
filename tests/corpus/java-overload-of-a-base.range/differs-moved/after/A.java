class A {
  static int g(long o) {
    return 1;
  }
}

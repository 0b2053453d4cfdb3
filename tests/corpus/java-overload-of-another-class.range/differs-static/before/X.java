class X {
  static int g(long o) {
    return 1;
  }
}

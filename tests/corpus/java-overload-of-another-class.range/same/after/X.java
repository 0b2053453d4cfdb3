class X {
  int g(long o) {
    return 1;
  }
  int g(String o) {
    return 2;
  }
  int g(long o, int p) {
    return 3;
  }
}

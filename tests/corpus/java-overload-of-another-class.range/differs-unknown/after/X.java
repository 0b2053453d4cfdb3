class X {
  int g(long o) {
    return 1;
  }
  int g(int o) {
    return 2;
  }
}

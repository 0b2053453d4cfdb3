class X {
  int g(long o) {
    return 1;
  }
}

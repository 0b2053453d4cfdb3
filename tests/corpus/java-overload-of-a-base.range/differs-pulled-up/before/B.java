class B {
  int g(long o) {
    return 2;
  }
}

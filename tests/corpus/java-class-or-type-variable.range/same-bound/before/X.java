class X {
  int k() {
    return 1;
  }
}

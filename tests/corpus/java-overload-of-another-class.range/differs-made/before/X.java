class X {
  X(Object o) {
    one();
  }
  X(long o) {
    one();
  }
}

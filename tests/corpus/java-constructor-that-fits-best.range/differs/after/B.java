class B {
  B(long m) {
    one();
  }
  B(Object o) {
    one();
  }
  B(int m) {
    two();
  }
}

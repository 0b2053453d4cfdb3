class B {
  B(int n) {
    one(n);
  }
}

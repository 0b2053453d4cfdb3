class C {
  C(int n) {
    two(n);
  }
}

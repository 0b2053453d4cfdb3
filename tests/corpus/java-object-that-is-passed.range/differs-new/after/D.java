class D {
  int n() {
    return 1;
  }
  int f() {
    return n() + 1;
  }
}

record R(int x) {
  int f() {
    return x;
  }
}

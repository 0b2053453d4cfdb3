class D {
  int n() {
    return 1;
  }
}

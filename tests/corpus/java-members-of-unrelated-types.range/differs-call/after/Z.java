class Z {
  int n() {
    return 2;
  }
}

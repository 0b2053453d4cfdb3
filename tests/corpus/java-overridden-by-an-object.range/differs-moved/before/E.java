class E {
  int n() {
    return 1;
  }
}

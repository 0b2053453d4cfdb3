class Y {
  int n() {
    return 1;
  }
}

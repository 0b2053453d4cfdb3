class Y extends Z {
  int n() {
    return 1;
  }
}

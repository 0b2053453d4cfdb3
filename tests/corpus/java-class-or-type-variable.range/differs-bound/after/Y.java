class Y {
  int k() {
    return 2;
  }
}

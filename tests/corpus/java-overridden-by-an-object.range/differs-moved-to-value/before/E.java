enum E {
  X {
    int n() {
      return 2;
    }
  }, Y;
  int n() {
    return 1;
  }
}

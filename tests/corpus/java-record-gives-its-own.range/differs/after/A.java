record R(int x) {
  public int x() {
    return 7;
  }

  int f() {
    return x();
  }
}

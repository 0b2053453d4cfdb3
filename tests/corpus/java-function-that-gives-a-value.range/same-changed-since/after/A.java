class A {
  private int k() {
    return 4;
  }

  int m() {
    return 3 + 1;
  }
}

class A {
  private int k() {
    return 3;
  }

  int m() {
    return k() + 1;
  }
}

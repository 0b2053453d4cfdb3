class A {
  private int k() {
    return 1;
  }

  int m() {
    return k();
  }
}

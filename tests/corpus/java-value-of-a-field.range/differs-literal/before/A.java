class A {
  private int n = 1;
  int f() {
    return n;
  }
}

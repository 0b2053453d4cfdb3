class A {
  private int n = 2;
  int f() {
    return n;
  }
}

class A {
  private int n = 2;
  int f() {
    return n;
  }
  void g(int m) {
    n = m;
  }
}

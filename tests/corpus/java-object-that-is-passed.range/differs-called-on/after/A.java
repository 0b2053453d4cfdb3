class A {
  int n;

  int m() {
    return n;
  }

  void c(A x, A y) {
    y.m();
  }
}

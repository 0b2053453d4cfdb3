class A {
  int n;

  static int m(A a) {
    return a.n;
  }

  void c(A x, A y) {
    m(x);
  }
}

class A {
  int n;
  D d;

  static int g(A a, A b) {
    return b.n - a.n;
  }
}

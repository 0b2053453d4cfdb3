class A {
  int n;

  void f(int n) {
    p(n, n);
  }
}

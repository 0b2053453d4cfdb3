class A {
  int n;

  void f(int a) {
    p(a, n);
  }
}

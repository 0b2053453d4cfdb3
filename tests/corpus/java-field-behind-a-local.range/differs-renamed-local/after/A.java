class A {
  int n;

  void f() {
    int n = 1;
    p(n, n);
  }
}

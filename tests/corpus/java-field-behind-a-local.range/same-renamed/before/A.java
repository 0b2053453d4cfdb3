class A {
  int n;

  void f() {
    int a = 1;
    p(a, n);
  }
}

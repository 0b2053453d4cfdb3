class A {
  int n;

  void f(int a) {
    int n = a;
    n = n + 1;
    p(n);
  }
}

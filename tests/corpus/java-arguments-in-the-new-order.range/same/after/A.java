class A {
  int n;
  D d;

  void f(D b, int a) {
    h(a, b);
  }

  void k(int x, D y) {
    f(y, x);
  }
}

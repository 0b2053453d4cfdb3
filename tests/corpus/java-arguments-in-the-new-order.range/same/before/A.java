class A {
  int n;
  D d;

  void f(int a, D b) {
    h(a, b);
  }

  void k(int x, D y) {
    f(x, y);
  }
}

class A {
  int n;
  D d;

  void f(Object b, int a) {
    h(a, b);
  }

  void k(int x, int y) {
    f(x, y);
  }
}

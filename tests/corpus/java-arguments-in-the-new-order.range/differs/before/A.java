class A {
  int n;
  D d;

  void f(int a, Object b) {
    h(a, b);
  }

  void k(int x, int y) {
    f(x, y);
  }
}

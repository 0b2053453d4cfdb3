class A {
  void f(int[] a) {
    z();
    g(a[1], a[0]);
  }

  void g(int x, int y) {
    p(x, y);
  }
}

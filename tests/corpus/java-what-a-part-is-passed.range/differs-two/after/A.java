class A {
  int n, m;

  void f() {
    a();
    g(n, m);
  }

  void g(int x, int y) {
    p(x, y);
  }
}

class A {
  int n;
  D d;

  void f(D a) {
    h();
    g(a, n, 1);
  }

  void g(D a, int s, int t) {
    a.x(m(s, t));
  }
}

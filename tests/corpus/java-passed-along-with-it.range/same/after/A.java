class A {
  int n;
  D d;

  void f(D a) {
    h();
    g(a, 1, n);
  }

  int m(int s, int t) {
    return t;
  }

  void g(D a, int s, int t) {
    a.x(m(s, t));
  }
}

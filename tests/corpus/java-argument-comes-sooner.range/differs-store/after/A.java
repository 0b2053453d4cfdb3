class A {
  int n;
  D d;

  void f(D a) {
    g(a, n);
  }

  void g(D a, int s) {
    n = 5;
    a.x(s);
  }
}

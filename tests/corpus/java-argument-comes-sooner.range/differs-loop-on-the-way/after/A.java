class A {
  int n;
  D d;

  void f(D a) {
    k(a, a.p());
  }

  void k(D a, int s) {
    while (a.c()) g(a, s);
  }

  void g(D a, int s) {
    a.x(s);
  }
}

class A {
  int n;
  D d;

  void f(D a) {
    g(a, a.p());
  }

  void g(D a, int s) {
    while (a.c()) a.x(s);
  }
}

class A {
  int n;
  D d;

  void f(D a, D b) {
    g(b, a);
  }

  void g(D a, D b) {
    a.x(b);
  }
}

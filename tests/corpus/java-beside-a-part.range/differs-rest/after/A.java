class A {
  int n;
  D d;

  void f(D a) {
    g(a);
  }

  void g(D b) {
    b.x();
    b.y(n);
  }
}

class A {
  int n;
  D d;

  void f(D a, D c) {
    g(1);
  }

  void g(D b) {
    b.x();
    b.y(n);
  }
}

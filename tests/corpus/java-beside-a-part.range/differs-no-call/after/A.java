class A {
  int n;
  D d;

  void f(D a) {}

  void g(D b) {
    b.x();
    b.y(n);
  }
}

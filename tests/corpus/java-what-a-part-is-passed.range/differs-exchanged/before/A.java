class A {
  int n;
  D d;

  void f(D a, D b) {
    a.x(b);
  }
}

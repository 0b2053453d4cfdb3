class A {
  int n;
  D d;

  void f(D a, D c) {
    a.x();
    a.y(n);
  }
}

class A {
  int n;
  D d;

  void f(D a) {
    a.x();
    a.y(n);
  }
}

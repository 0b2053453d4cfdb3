class A {
  int n;
  D d;

  void f(D a) {
    n = 5;
    a.x(n);
  }
}

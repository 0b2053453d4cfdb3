class A {
  int n;
  D d;

  void f(D a) {
    h();
    a.x(m(n));
  }

  int m(int t) {
    return t;
  }
}

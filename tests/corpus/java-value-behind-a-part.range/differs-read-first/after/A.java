class A {
  int n;
  void f(D d) {
    zero();
    two(n, g(d));
  }
  C g(D d) {
    n = 2;
    return new C(d);
  }
}

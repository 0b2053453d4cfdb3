class A {
  int n;
  void f(D d) {
    zero();
    n = 2;
    two(n, new C(d));
  }
}

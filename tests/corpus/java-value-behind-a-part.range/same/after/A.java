class A {
  void f(D d) {
    zero();
    two(g(d), d);
  }
  C g(D d) {
    P p = d.p();
    return new C(p);
  }
}

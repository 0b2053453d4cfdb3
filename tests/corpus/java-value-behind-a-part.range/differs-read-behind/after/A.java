class A {
  void f(D d) {
    zero();
    C c = g(d);
    two(c, null);
  }
  C g(D d) {
    P p = d.p();
    return new C(p);
  }
}

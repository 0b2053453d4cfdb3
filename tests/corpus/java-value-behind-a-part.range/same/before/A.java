class A {
  void f(D d) {
    zero();
    P p = d.p();
    two(new C(p), d);
  }
}

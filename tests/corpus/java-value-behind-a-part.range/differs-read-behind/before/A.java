class A {
  void f(D d) {
    zero();
    P p = d.p();
    C c = new C(p);
    two(c, p);
  }
}

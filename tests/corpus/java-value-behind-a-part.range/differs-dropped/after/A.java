class A {
  void f(D d) {
    zero();
    g(d);
    C c = null;
    two(c);
  }
  C g(D d) {
    one();
    return new C(d);
  }
}

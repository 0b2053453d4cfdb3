class A {
  void f(D d) {
    zero();
    two(d, g(d));
  }
  C g(D d) {
    one();
    return new C(d);
  }
}

class A {
  void f(D d) {
    zero();
    two(h(), g(d));
  }
  C g(D d) {
    one();
    return new C(d);
  }
}

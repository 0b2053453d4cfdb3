class A {
  void f(D d) {
    zero();
    one();
    two(h(), new C(d));
  }
}

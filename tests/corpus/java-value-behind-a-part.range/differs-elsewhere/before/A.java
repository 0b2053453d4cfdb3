class A {
  void f(D d) {
    zero();
    one();
    two(new C(d), d);
  }
}

class A {
  void f(D d) {
    zero();
    one();
    C c = new C(d);
    two(c);
  }
}

class A {
  void g(Object o, int i) {
    z();
  }

  void f(Object o) {
    x();
    p(o);
  }
}

class A {
  void g(Object o) {
    z();
  }

  void f(Object o) {
    x();
    p(o);
  }
}

class A {
  void g(Object o, int i) {
    z();
  }

  void f(Object o) {
    x();
    g(o);
  }

  void g(Object s) {
    p(s);
  }
}

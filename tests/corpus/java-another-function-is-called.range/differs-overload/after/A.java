class A {
  void g(Object o) {
    z();
  }

  void f(Object o) {
    x();
    g(o);
  }

  void g(String s) {
    p(s);
  }
}

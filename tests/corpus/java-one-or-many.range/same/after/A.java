class A {
  void f(String[] o) {
    z();
    g(o);
  }

  void p(Object... x) {}

  void g(String[] x) {
    p(x);
  }
}

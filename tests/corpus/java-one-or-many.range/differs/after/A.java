class A {
  void f(String[] o) {
    z();
    g(o);
  }

  void p(Object... x) {}

  void g(Object x) {
    p(x);
  }
}

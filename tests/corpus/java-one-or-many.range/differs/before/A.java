class A {
  void f(String[] o) {
    z();
    p(o);
  }

  void p(Object... x) {}
}

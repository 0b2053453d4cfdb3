class A {
  void g(Object o) {
    a();
  }

  void g(String s) {
    b();
  }

  void m(Object s) {
    g(s);
  }
}

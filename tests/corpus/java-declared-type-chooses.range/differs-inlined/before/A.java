class A {
  void k(Object o) {
    h(o);
  }

  void h(Object o) {
    a();
  }

  void h(String o) {
    b();
  }

  void m(String s) {
    z();
    k(s);
  }
}

class A {
  void h(Object o) {
    a();
  }

  void h(String o) {
    b();
  }

  void m(String s) {
    z();
    h(s);
  }
}

class A {
  void g(Object o) {
    a();
  }

  void g(String s) {
    b();
  }

  Object m() {
    return k();
  }

  void c() {
    g(m());
  }
}

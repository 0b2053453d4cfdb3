class A {
  void g(Object o) {
    a();
  }

  void g(String s) {
    b();
  }

  void m() {
    String s = k();
    g(s);
  }
}

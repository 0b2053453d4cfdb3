class A {
  void g(Object o) {
    a();
  }

  void g(int i) {
    b();
  }

  void m(String t) {
    g(t);
  }
}

class A {
  void g(java.util.List<String> o) {
    a();
  }

  void g(Object s) {
    b();
  }

  <T> void m(T s) {
    g(s);
  }
}

class A {
  void f() {
    z();
    g("a", "c");
  }

  void g(String x, String y) {
    p(x, y);
  }
}

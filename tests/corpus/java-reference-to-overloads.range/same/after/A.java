class A {
  F f() {
    return this::g;
  }
  void g(Object o) {
    one();
  }
  void h(String o) {
    two();
  }
}

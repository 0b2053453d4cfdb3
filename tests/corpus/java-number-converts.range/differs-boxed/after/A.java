class A {
  void k(Object i) {}

  void f(char c) {
    k(c);
  }
}

class A {
  void k(int i) {}

  void f(char c) {
    k(c);
  }
}

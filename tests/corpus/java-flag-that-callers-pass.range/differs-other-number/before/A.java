class A {
  void f(int c) {
    p(c);
  }

  void k() {
    f(3);
  }
}

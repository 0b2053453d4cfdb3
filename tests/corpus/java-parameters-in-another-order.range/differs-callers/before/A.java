class A {
  void m(int a, int b) {
    p(a);
    p(b);
  }

  void p(int x) {}

  void c() {
    m(1, 2);
  }
}

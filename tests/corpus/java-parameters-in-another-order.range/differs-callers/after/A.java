class A {
  void m(int b, int a) {
    p(a);
    p(b);
  }

  void p(int x) {}

  void c() {
    m(1, 2);
  }
}

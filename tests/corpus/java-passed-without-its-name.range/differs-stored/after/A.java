class A {
  int n;
  void f(D d) {
    one();
    g(d, k());
  }
  int k() {
    return n;
  }
  void g(D d, int c) {
    n = 2;
    two(c);
  }
}

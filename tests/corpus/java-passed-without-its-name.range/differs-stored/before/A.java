class A {
  int n;
  void f(D d) {
    one();
    n = 2;
    int c = k();
    two(c);
  }
  int k() {
    return n;
  }
}

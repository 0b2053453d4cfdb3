class A {
  int n;
  int k;

  int m(int n) {
    return n;
  }

  void c() {
    m(n + 1);
  }
}

class A {
  int n;

  int m(int n) {
    return n;
  }

  void c() {
    m(5);
  }
}

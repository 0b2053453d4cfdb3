class A {
  int n;
  int k;

  int m() {
    return n;
  }

  void c() {
    m();
  }
}

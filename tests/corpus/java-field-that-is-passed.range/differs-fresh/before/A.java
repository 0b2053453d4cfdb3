class A {
  int n;

  int m() {
    return n;
  }

  void c() {
    m();
  }
}

class A {
  int h = 1;
  int k = 1;

  int m() {
    return h;
  }

  void s() {
    k = 3;
  }
}

class A {
  int n;

  int m(int y) {
    p(y);
    int z = y + n;
    return z;
  }

  void p(int x) {}
}

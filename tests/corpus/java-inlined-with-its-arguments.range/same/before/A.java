class A {
  int n;

  int k(int x) {
    p(x);
    return x + n;
  }

  int m(int y) {
    int z = k(y);
    return z;
  }

  void p(int x) {}
}

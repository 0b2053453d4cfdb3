class A {
  int k(int x) {
    p(x);
    return x + 1;
  }

  int m(int y) {
    int r = k(y);
    return r;
  }
}

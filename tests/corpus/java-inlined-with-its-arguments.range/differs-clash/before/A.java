class A {
  int k(int x) {
    int t = p(x);
    return t * t;
  }

  int m(int t) {
    int r = k(1);
    return r + t;
  }
}

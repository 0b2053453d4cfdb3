class A {
  int m(int t) {
    t = p(1);
    int r = t * t;
    return r + t;
  }
}

class A {
  int t;

  int m(int t) {
    p();
    int r = 1 + t;
    return r;
  }
}

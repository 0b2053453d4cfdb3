class A {
  int t;

  int k(int x) {
    p();
    return x + t;
  }

  int m(int t) {
    int r = k(1);
    return r;
  }
}

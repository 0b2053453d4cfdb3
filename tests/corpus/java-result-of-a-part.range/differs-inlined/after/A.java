class A {
  int m(int y) {
    p(y);
    int r = y + 1;
    return y;
  }
}

class A {
  int m(int y) {
    int r = y + 1;
    return r;
  }
}

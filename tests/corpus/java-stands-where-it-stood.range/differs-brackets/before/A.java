class A {
  int k(int x) {
    return x + 1;
  }

  int m(int y) {
    z();
    return k(y) * 2;
  }
}

class A {
  int n;

  int m(int n) {
    return n;
  }
}

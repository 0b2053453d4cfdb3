class A {
  int n;

  int k() {
    return n + 1;
  }

  int m(int n) {
    z();
    return k();
  }
}

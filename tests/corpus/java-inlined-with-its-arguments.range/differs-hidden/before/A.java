class A {
  int n;

  int k() {
    return n;
  }

  int m(int n) {
    return k();
  }
}

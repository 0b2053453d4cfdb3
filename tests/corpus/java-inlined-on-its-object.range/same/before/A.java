class A {
  int n;

  int k() {
    return n + 1;
  }

  int m(A o) {
    z();
    return o.k();
  }
}

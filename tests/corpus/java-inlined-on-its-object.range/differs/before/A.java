class A {
  int n;

  int k() {
    return n;
  }

  int m(A o) {
    z();
    return o.k();
  }
}

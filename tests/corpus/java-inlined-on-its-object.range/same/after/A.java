class A {
  int n;

  int m(A o) {
    z();
    return o.n + 1;
  }
}

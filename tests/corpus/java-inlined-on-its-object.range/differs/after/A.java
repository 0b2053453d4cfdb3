class A {
  int n;

  int m(A o) {
    z();
    return n;
  }
}

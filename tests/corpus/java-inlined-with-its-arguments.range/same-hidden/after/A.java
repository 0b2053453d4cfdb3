class A {
  int n;

  int m(int n) {
    z();
    return this.n + 1;
  }
}

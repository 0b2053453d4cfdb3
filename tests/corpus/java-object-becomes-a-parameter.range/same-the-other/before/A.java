class A {
  int n;
  D d;

  int f(A b) {
    return this.n - b.n;
  }
}

class A {
  int n;
  D d;

  int f() {
    return A.this.n;
  }
}

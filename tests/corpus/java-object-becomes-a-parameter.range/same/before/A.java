class A {
  int n;
  D d;

  int f() {
    return this.n;
  }
}

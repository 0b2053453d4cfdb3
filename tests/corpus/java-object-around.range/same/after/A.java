class A {
  int n;
  D d;

  int g() {
    return this.n;
  }
}

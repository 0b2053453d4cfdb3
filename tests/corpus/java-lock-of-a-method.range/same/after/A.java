class A {
  int n;
  D d;

  synchronized int g() {
    return this.n;
  }
}

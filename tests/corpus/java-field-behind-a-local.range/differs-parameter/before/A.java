class A {
  int n;
  D d;

  void f() {
    this.n = 1;
  }
}

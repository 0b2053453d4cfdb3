class A {
  int n;
  D d;

  void f() {
    int n = 1;
    n = 2;
    this.n = n;
  }
}

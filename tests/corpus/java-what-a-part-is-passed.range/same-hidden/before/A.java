class A {
  int n;

  void f(int n) {
    a();
    p(n + this.n);
  }
}

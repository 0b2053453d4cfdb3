class A {
  int n;

  void f(int n) {
    a();
    g(n);
  }

  void g(int n) {
    p(n + this.n);
  }
}

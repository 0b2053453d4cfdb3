class A {
  int n;

  void f(int n) {
    a();
    g(this.n);
  }

  void g(int n) {
    p(n + this.n);
  }
}

class A {
  int n;
  void f(int n) { this.n = n; n = n + 1; }
}

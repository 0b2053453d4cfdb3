class A {
  int n;
  void f(int a) { this.n = a; n = a + 1; }
}

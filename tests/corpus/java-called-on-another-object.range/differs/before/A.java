class A {
  int n;

  void f(A o) {
    k();
    p(n);
  }
}

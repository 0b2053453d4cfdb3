class A {
  A n;

  void f(A o) {
    z();
    p(o.n, n);
  }
}

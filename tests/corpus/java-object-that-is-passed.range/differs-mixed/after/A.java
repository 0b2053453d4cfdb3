class A {
  A n;

  void f(A o) {
    z();
    o.g();
  }

  void g() {
    p(n, n);
  }
}

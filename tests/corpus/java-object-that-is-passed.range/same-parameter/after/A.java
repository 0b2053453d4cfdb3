class A {
  A n;

  void f(A o) {
    z();
    g(o);
  }

  void g(A o) {
    p(this, o);
  }
}

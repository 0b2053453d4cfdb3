class A {
  A n;

  void f(A o) {
    z();
    o.g(this);
  }

  void g(A o) {
    p(this, o);
  }
}

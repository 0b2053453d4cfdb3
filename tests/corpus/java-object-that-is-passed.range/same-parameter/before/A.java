class A {
  A n;

  void f(A o) {
    z();
    p(this, o);
  }
}

class A {
  A o;

  void m() {
    Q.q(this);
  }
}

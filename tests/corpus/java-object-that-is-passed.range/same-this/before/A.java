class A {
  void m() {
    Q.q(this);
  }
}

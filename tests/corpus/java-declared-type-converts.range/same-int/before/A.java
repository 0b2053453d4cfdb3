class A {
  int s;

  void m() {
    q(s);
  }
}

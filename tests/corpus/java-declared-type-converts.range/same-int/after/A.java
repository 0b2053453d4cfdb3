class A {
  int s;

  void m() {
    h(s);
  }

  void h(int k) {
    q(k);
  }
}

class A {
  void m() {
    h(this);
  }

  static void h(A a) {
    Q.q(a);
  }
}

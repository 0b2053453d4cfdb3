class A {
  A o;

  void m() {
    h(o);
  }

  static void h(A a) {
    Q.q(a);
  }
}

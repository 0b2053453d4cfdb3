class A {
  static final int K = 1;

  void g() {
    h(K);
  }
}

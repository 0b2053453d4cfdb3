class A {
  static final long K = 1;

  void g() {
    h(K);
  }
}

class A {
  static final int K = 1;

  void f() {
    h(K);
  }
}

class B {
  static final int K = 4;
}

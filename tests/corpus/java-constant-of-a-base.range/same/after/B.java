class B {
  static final int L = 4;
}

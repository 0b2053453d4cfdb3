class D {
  static final int MAX = 1;
}

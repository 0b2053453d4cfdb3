class D {
  static final int MIN = 2;
  static final int MAX = 1;
}

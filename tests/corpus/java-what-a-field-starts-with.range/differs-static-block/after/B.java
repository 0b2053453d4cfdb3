class B {
  int y;
  static final int K;
  static {
    K = 2;
  }
  static int f() {
    return K;
  }
}

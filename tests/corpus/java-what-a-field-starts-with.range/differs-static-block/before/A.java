class A {
  static final int K;
  static {
    K = 1;
  }
  static int f() {
    return K;
  }
}

class A {
  static final int K = 1;
  static final int L = 2;
  int f(int a) {
    switch (a) {
      case K: return 1;
      case L: return 2;
      default: return 0;
    }
  }
}

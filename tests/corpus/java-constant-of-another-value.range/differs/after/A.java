class A {
  static final int K = 2;
  static final int L = 1;
  int f(int a) {
    switch (a) {
      case K: return 1;
      case L: return 2;
      default: return 0;
    }
  }
}

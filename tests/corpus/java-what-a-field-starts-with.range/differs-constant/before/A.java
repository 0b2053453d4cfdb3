class A {
  static final int K = 1;
  int n = K;

  int m() {
    return n;
  }
}

class B {
  static final int K = 2;
  int n = K;
}

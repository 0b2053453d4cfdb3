class A {
  static final int N = 3;
}

class B {
  int k;
  static final int T = 9;

  int m() {
    return T + k;
  }
}

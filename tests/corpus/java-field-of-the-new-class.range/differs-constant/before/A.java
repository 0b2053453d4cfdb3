class A {
  static final int N = 3;

  int m(B b) {
    return N + b.k;
  }
}

class B {
  int k;
  static final int T = 9;
}

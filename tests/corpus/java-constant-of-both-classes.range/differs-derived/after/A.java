class A {
  static final int K = 1;
}

class B extends A {
  static final int K = 2;

  int m() {
    return K;
  }
}

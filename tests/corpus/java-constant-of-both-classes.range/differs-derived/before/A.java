class A {
  static final int K = 1;

  int m() {
    return K;
  }
}

class B extends A {
  static final int K = 2;
}

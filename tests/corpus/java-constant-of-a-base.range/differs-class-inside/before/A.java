class A {
  static final int K = 3;
  B f() {
    return new B() {
      int m() {
        return K;
      }
    };
  }
}

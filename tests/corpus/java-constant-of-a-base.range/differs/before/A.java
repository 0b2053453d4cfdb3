class A {
  static final int K = 3;
  class I extends B {
    int f() {
      return K;
    }
  }
}

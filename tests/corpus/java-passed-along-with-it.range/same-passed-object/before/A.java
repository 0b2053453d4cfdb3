class A {
  int n;

  private int h() {
    return n;
  }

  int f(A o) {
    return h() + o.n;
  }
}

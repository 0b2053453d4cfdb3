class A {
  int n;

  private int h() {
    return n;
  }

  int f() {
    return h() + n;
  }
}

class A {
  int n;
  private int f() {
    return n;
  }
  int h() {
    return f();
  }
}

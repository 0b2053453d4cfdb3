class A {
  int n;
  int f() {
    return n;
  }
  int h() {
    return f();
  }
}

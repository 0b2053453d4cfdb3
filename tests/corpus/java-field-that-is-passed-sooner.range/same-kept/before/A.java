class A {
  int n;
  int f() {
    return n * 2;
  }
  int h() {
    return f();
  }
}

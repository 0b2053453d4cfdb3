class A {
  int n;
  int f() {
    return n * 2;
  }
  int h() {
    int m = n;
    n = 5;
    return f();
  }
}

class A {
  int n;
  int f(int k) {
    return k * 2;
  }
  int h() {
    int m = n;
    return f(m);
  }
}

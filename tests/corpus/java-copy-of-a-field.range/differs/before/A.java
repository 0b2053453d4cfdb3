class A {
  int n = 1;
  int f() {
    return n;
  }
  void set(int m) {
    n = m;
  }
}

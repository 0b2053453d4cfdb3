class A {
  int n = 1;
  int f() {
    return n;
  }
}

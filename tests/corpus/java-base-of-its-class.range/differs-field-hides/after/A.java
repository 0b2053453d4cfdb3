class A extends B {
  int n = 5;
  int f() {
    return n;
  }
}

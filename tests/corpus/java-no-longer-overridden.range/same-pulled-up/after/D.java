class D extends B {
  int f() {
    return 2;
  }
  int n() {
    return 3;
  }
}

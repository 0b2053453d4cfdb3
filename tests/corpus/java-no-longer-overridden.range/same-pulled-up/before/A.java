class A extends B {
  int n() {
    return 1;
  }
  int f() {
    return n();
  }
}

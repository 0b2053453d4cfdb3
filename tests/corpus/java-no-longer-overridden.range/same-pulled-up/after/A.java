class A extends B {
  int n() {
    return 1;
  }
}

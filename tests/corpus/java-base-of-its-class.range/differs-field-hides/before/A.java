class A extends B {
  int f() {
    return n;
  }
}

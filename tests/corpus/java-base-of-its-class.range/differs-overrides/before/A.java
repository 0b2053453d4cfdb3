class A extends B {
  int f() {
    return g();
  }
}

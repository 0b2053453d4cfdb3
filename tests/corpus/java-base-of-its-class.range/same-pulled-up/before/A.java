class A extends B {
  int f() {
    return g();
  }
  int g() {
    return 7;
  }
}

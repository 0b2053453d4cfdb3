class A extends B {
  int f() {
    return super.g() + 1;
  }
}

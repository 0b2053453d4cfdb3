class A extends B implements I {
  int f() {
    return k();
  }
}

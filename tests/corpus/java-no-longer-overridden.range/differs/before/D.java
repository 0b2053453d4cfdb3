class D extends A {
  int f() {
    return 2;
  }
}

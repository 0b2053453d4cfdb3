class D extends A {
  int g() {
    return 2;
  }
}

class A {
  int y, x;

  int f() {
    return y - x;
  }
}

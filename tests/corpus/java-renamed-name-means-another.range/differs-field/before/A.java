class A {
  int h = 1;

  int m() {
    return h;
  }
}

class A {
  int x, y;

  A() {
    y = x;
    x = 1;
  }
}

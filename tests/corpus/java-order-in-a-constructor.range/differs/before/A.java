class A {
  int x, y;

  A() {
    x = 1;
    y = x;
  }
}

class A {
  int x, y;

  A() {
    this.x = 1;
    this.y = x;
  }
}

class A {
  private int x = 1, y = 2;

  int f() {
    return x - y;
  }
}

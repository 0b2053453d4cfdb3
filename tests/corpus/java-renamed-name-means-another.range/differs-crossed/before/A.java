class A {
  int x, y;

  int f() {
    return x - y;
  }
}

class B {
  int n = 2;
  int y;
  int f() {
    return n;
  }
}

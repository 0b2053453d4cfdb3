class B {
  int n = 1;
  int y;
  int f() {
    return n;
  }
}

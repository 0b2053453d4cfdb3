class Box {
  int test(int n) { return n * 2; }
}

class Box {
  private int twice(int n) { return n * 2; }
  int test(int n) { return twice(n); }
}

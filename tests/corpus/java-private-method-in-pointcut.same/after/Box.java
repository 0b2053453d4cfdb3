class Box {
  private int sum() { return 1; }
  int test() { return sum(); }
}

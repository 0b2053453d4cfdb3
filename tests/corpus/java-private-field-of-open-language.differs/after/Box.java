class Box {
  private int sum = 1;
  int test() { return sum; }
}

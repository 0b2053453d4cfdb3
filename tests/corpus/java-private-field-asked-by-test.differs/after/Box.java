class Box {
  private int sum;
  int twice() { return sum * 2; }
}

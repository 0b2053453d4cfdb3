class Box {
  private int count() { return 2; }
  int twice() { return count() * 2; }
}

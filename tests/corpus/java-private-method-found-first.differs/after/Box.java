class Box {
  private int size() { return 2; }
  int twice() { return size() * 2; }
}

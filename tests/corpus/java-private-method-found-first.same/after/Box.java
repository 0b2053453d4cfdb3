class Box {
  private int number() { return 2; }
  int twice() { return number() * 2; }
}

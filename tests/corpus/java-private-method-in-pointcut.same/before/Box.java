class Box {
  private int net() { return 1; }
  int test() { return net(); }
}

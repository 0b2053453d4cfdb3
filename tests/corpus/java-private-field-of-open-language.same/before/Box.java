class Box {
  private int net = 1;
  int test() { return net; }
}

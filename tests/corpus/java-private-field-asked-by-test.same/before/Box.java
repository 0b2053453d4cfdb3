class Box {
  private int net;
  int twice() { return net * 2; }
}

class A extends Base {
  private int net = 1;

  int f() {
    return net;
  }
}

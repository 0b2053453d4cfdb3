class A {
  private int net = 1;

  int f() {
    return net;
  }
}

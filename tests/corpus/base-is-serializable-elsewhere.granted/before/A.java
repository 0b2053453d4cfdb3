public class A extends shop.Base {
  private int net = 1;

  int f() {
    return net;
  }
}

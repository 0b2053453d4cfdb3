public class A {
  final int rate() {
    return 2;
  }

  public int taxed(int net) {
    return 2 * net;
  }
}

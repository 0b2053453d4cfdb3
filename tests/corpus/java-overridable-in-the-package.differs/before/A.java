public class A {
  int rate() {
    return 2;
  }

  public int taxed(int net) {
    return rate() * net;
  }
}

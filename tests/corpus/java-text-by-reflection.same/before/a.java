class Meter {
  private int n;

  public String toString() {
    return "Meter " + n;
  }
}

class Meter {
  private int count;

  public String toString() {
    return "Meter " + count;
  }
}

class Meter {
  private int n;

  public String toString() {
    n++;
    return ToStringBuilder.reflectionToString(this);
  }
}

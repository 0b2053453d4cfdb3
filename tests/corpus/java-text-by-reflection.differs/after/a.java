class Meter {
  private int count;

  public String toString() {
    count++;
    return ToStringBuilder.reflectionToString(this);
  }
}

class A {
  private int n = 1;
  String f() {
    return toString();
  }
  public String toString() {
    return "n" + n;
  }
}

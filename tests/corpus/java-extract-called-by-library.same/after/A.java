class A {
  private int n = 1;
  String f() {
    return text();
  }
  public String text() {
    return "n" + n;
  }
}

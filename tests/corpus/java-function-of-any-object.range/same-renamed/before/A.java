class A {
  int n;
  public String view() {
    return "A" + n;
  }
}

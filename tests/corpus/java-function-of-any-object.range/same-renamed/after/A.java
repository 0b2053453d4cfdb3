class A {
  int n;
  public String show() {
    return "A" + n;
  }
}

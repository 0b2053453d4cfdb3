class A {
  int n;
  public String toString() {
    return "A" + n;
  }
}

class A {
  int n;
  D d;

  public int g() {
    return n;
  }
}

class A {
  private int n = 1;
  String f() {
    return "n" + n;
  }
}

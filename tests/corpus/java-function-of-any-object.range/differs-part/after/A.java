class A {
  int n;
  String f() {
    return toString();
  }
  public String toString() {
    String s = "<" + n;
    return s + ">";
  }
}

class A {
  int n;
  String f() {
    return show();
  }
  public String show() {
    String s = "<" + n;
    return s + ">";
  }
}

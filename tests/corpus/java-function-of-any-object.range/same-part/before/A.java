class A {
  int n;
  String f() {
    String s = "<" + n;
    return s + ">";
  }
}

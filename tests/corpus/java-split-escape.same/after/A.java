class A {
  String f() { return "a\n" + "12"; }
}

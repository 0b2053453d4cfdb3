class A {
  String f() { return "a\1" + "2"; }
}

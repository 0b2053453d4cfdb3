class A {
  String f() { return "a\12"; }
}

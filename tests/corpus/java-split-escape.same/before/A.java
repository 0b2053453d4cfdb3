class A {
  String f() { return "a\n12"; }
}

class A {
  String f(int n) { return n + "one two" + "three\1"; }
}

class A {
  String f(int a, int b) { return "su" + "m: " + a + b; }
}

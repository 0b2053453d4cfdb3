class A {
  String f(int a, int b) { return "sum: " + a + b; }
}

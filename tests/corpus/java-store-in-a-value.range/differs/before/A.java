class A {
  String f(String s) {
    String x = s += "a";
    return s + x;
  }
}

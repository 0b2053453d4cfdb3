class A {
  String f(String s) {
    return s + (s += "a");
  }
}

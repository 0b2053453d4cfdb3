class A {
  String f(String s, D d, D e) {
    return s + d + (d = e);
  }
}

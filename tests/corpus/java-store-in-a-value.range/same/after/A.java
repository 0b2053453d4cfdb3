class A {
  String f(String s, D e) {
    return s + e.next();
  }
}

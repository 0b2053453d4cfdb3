class A {
  String f(String s, D e) {
    String x = e.next();
    return s + x;
  }
}

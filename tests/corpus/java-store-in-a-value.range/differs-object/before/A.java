class A {
  String f(String s, D d, D e) {
    D x = d = e;
    return s + d + x;
  }
}

class A {
  private String k(char i) {
    return "" + i;
  }

  String f(char c) {
    return k(c);
  }
}

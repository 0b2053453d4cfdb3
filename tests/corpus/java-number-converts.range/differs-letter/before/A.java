class A {
  private String k(int i) {
    return "" + i;
  }

  String f(char c) {
    return k(c);
  }
}

class A {
  static String show(double n) {
    return "" + n;
  }
}

class A {
  static String show(int n) {
    return "" + n;
  }

  static String f(int n) {
    return show(n);
  }
}

class B {
  static String f(int n) {
    return A.show(n);
  }
}

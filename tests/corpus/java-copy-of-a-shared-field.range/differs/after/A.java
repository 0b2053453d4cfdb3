class A {
  private static int next = 0;
  static int g() {
    return next++;
  }
}

class A {
  int n;
  D d;

  static int g(final int x) {
    int y = x + n;
    return y * y;
  }
}

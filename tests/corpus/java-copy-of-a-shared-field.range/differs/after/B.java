class B {
  private static int next = 0;
  int y;
  static int f() {
    return next++;
  }
}

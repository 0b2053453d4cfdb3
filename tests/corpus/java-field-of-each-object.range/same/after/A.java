class A {
  private static int n;
  int f() {
    return n++;
  }
}

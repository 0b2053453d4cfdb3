class A {
  private static int count;
  int f() {
    return ++count;
  }
}

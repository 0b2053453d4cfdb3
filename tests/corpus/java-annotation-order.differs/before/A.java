class A {
  @First @Second private static int n;
}

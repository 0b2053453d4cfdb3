class A {
  @Second @First static private int n;
}

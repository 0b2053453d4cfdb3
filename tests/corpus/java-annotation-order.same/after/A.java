class A {
  @First @Second static private int n;
}

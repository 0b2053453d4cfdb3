class A {
  int n;
  D d;

  public static int g() {
    return 1;
  }
}

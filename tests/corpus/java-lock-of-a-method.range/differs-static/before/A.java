class A {
  int n;
  D d;

  public static synchronized int f() {
    return 1;
  }
}

class A {
  int n;

  private long k() {
    return n;
  }

  Object f() {
    return n;
  }
}

class A {
  int n;

  private static int h(A a) {
    return a.n;
  }

  int f() {
    return h(this) + n;
  }
}

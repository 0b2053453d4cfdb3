class A {
  int n;

  private static int h(A a) {
    return a.n;
  }

  int f(A o, A p) {
    return h(p) + o.n;
  }
}

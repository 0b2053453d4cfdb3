class A {
  int n;
  D d;

  static int g(A a) {
    return a.n;
  }
}

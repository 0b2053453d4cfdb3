class A {
  int n;
  D d;

  static int f(A a) {
    return a.n;
  }

  int k(A o) {
    return f(o) + o.n;
  }
}

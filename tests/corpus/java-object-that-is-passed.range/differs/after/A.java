class A {
  int n;
  D d;

  static int f(A a) {
    return a.n;
  }

  int k(A o, A p) {
    return f(p) + o.n;
  }
}

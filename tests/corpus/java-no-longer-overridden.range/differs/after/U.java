class U {
  int x;
  static int f(A a) {
    return a.n;
  }
}

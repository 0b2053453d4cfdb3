class A {
  int n;
  D d;

  Object f(boolean c, int a, double b) {
    if (c) return a;
    return b;
  }
}

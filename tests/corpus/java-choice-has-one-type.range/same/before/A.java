class A {
  int n;
  D d;

  Object f(boolean c, int a, int b) {
    if (c) return a;
    return b;
  }
}

class A {
  int n;
  D d;

  int f(int a, boolean c) {
    return c ? a : -a;
  }

  int k(int b) {
    return f(b, false);
  }
}

class A {
  int f(int a, boolean c) {
    return c ? a : -a;
  }

  int k() {
    return f(1, true);
  }
}

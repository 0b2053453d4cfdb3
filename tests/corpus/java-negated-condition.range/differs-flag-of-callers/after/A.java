class A {
  int f(int a, boolean d) {
    return !d ? a : -a;
  }

  int k() {
    return f(1, true);
  }
}

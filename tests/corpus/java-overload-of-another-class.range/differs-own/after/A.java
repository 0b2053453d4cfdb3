class A {
  int f(int a) {
    return g(a);
  }
  int g(Object o) {
    return 1;
  }
  int g(long o) {
    return 2;
  }
}

class A extends B {
  int f(int a) {
    return g(a);
  }
  int g(long o) {
    return 1;
  }
}

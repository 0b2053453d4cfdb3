class B {
  int g(long o) {
    return 2;
  }
  int f(int a) {
    return g(a);
  }
}

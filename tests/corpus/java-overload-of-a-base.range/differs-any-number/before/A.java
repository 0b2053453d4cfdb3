class A {
  int f(int a) {
    return g(a, a);
  }
  int g(int... o) {
    return 1;
  }
}

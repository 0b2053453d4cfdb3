class A {
  int f(int a) {
    return g(a);
  }
  int g(Object o) {
    return 1;
  }
}

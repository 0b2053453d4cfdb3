class A extends B {
  int f(int a) {
    return g(a);
  }
  int g(int o) {
    return 1;
  }
}

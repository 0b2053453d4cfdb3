class A extends B {
  int g(int o) {
    return 1;
  }
}

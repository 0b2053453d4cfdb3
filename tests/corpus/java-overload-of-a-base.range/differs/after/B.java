class B {
  int z;
  int g(int o) {
    return 2;
  }
}

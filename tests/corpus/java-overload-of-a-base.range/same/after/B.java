class B {
  int z;
  int g(String o) {
    return 2;
  }
  int g(int a, int b, int... c) {
    return 3;
  }
}

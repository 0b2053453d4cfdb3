class A {
  int f(int a) {
    int y = a, x = a + 1;
    return x - y;
  }
}

class A {
  int f(int a) {
    int x = a, y = a + 1;
    return x - y;
  }
}

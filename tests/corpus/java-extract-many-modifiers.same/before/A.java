class A {
  int f(int a) {
    int x = a + 1;
    log(x);
    return x;
  }
}

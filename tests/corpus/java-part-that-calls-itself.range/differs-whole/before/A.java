class A {
  int f(int a) {
    return a == 0 ? 0 : f(a - 1) + 1;
  }
}

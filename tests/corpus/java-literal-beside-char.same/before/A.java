class A {
  Object f(int t) {
    int x = 1;
    return t + x;
  }
}

class A {
  Object f(int t) {
    return t + 1;
  }
}

class A {
  int f(Y y) {
    return y.n();
  }
}

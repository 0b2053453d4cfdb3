class A {
  int f(Z y) {
    return y.n();
  }
}

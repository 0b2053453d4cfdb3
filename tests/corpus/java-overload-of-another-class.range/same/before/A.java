class A {
  int f(X x, int a) {
    return x.g(a);
  }
}

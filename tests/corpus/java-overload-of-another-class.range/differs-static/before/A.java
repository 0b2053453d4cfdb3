class A {
  int f(int a) {
    return X.g(a);
  }
}

class A {
  double f(int a, int b) {
    return a / b;
  }
}

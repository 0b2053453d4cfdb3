class A {
  double f(int a, int b) {
    double x = a;
    return x / b;
  }
}

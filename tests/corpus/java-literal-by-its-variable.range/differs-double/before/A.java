class A {
  int n;
  D d;

  double f(int a) {
    double x = 1;
    return x / 2;
  }
}

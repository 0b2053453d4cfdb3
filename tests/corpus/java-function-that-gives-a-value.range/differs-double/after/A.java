class A {
  private double k() {
    return 1;
  }

  double f() {
    return 1 / 2;
  }
}

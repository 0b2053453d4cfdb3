class A {
  private double k() {
    return 1;
  }

  double f() {
    return k() / 2;
  }
}

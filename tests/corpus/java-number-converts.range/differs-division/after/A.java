class A {
  double i() {
    return 1;
  }

  double f() {
    return i() / 2;
  }
}

class A {
  int i() {
    return 1;
  }

  double f() {
    return i() / 2;
  }
}

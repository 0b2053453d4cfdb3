class A {
  Y y;
  int f() {
    return y.n();
  }
}

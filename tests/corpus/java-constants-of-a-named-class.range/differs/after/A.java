class A {
  int f() {
    return D.MAX;
  }
}

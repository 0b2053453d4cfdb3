class A extends C {
  int f() {
    return g() + 1;
  }
}

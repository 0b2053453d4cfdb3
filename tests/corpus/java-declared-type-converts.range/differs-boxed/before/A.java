class A {
  int n;

  Object f() {
    z();
    return n + 1;
  }
}

class A {
  int n;

  Object f() {
    z();
    return g();
  }

  long g() {
    return n + 1;
  }
}

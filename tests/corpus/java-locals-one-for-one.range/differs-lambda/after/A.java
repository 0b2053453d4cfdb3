class A {
  Object f() {
    return c((y, x) -> x.k(y));
  }
}

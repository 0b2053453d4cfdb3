class A {
  Object f() {
    return c((x, y) -> x.k(y));
  }
}

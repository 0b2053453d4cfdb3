class A {
  Object f() {
    return c((a, b) -> a.k(b));
  }
}

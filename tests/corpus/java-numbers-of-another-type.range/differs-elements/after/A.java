class A {
  Object f(U u, int n) {
    return u.x().get(0) / n;
  }
}

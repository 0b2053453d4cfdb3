class A {
  void f(boolean l, boolean r) {
    P a = g(false, false);
    one(a);
    P b = g(l, r);
    two(b);
  }
  P g(boolean l, boolean r) {
    return new P(r, l);
  }
}

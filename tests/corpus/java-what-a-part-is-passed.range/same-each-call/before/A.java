class A {
  void f(boolean l, boolean r) {
    P a = new P(false, false);
    one(a);
    P b = new P(l, r);
    two(b);
  }
}

class A {
  void f(L<P> l) {
    for (Q x : l) {
      go(x);
    }
  }
  void go(P p) {
  }
  void go(Q q) {
  }
}

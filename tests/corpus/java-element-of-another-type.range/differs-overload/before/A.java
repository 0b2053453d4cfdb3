class A {
  void f(L<P> l) {
    for (P x : l) {
      go(x);
    }
  }
  void go(P p) {
  }
  void go(Q q) {
  }
}

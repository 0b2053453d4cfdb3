class A {
  void f(L<P> l, L<P> m) {
    for (P x : l) {
      x.go(m);
    }
  }
}

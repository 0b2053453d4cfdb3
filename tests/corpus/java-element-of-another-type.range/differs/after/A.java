class A {
  void f(L<Q> l, L<Q> m) {
    for (Q x : m) {
      x.go(m);
    }
  }
}

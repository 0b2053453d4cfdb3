class A {
  void f(L<P> l) {
    for (P x : l) {
      x.go();
    }
  }
}

class A {
  void f(L<Q> l) {
    for (Q x : l) {
      x.go();
    }
  }
}

class A {
  int f(L<P> l) {
    int s = 0;
    for (P x : l) {
      s = s + x.n;
    }
    return s;
  }
}

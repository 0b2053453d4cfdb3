class A {
  L f(L<P> l, C t) {
    L r = new L();
    for (P x : l) {
      if (t.is(x)) {
        r.add((T) x);
      }
    }
    return r;
  }
}

class A {
  L f(L<Q> l, C t) {
    L r = new L();
    for (Q x : l) {
      if (t.is(x)) {
        r.add((T) x);
      }
    }
    return r;
  }
}

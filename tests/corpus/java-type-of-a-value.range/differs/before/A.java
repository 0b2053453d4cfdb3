class A {
  int f(V v) {
    U u = v;
    return u.k();
  }
}

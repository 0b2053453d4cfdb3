class A {
  int f(U b) {
    U u = b.v();
    return u.k();
  }
}

class A {
  int f(U b) {
    var u = b.v();
    return u.k();
  }
}

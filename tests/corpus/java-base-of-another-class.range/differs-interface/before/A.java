class A implements P, Q {
  int f() {
    return P.super.k();
  }
}

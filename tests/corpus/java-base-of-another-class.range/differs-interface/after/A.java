class A implements P, Q {
  int f() {
    return Q.super.k();
  }
}

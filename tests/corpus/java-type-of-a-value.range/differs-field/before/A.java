class A {
  V v = new V();
  int f() {
    U u = v;
    return u.n;
  }
}

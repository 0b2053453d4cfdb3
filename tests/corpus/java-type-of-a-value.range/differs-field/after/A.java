class A {
  V v = new V();
  int f() {
    var u = v;
    return u.n;
  }
}

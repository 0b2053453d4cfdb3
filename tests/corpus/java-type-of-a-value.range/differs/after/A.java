class A {
  int f(V v) {
    var u = v;
    return u.k();
  }
}

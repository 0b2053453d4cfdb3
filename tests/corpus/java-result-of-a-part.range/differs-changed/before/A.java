class A {
  int f(D d) {
    int r = d.a();
    z(r);
    return r;
  }
}

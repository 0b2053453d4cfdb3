class A {
  int f(D d) {
    return g(d) + 1;
  }

  int g(D d) {
    int r = d.a();
    z(r);
    return r;
  }
}

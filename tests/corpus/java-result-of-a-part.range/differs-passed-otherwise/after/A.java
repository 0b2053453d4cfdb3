class A {
  void f(D d) {
    int r = g(d);
    p(1, r);
  }

  int g(D d) {
    int r = d.a();
    z(r);
    return r;
  }
}

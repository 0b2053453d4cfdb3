class A {
  void f(D d) {
    int r = d.a();
    z(r);
    p(r, 1);
  }
}

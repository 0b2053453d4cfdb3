class A {
  boolean k(D x) {
    return x.a() && x.b();
  }

  void m(D y) {
    if (!k(y)) r();
  }
}

class A {
  void f(D d, D e) {
    e.a(g(d));
    z();
  }

  Object g(D d) {
    return d.a();
  }
}

class A {
  void f(D d) {
    p(d.a() * 2, d.b());
    z();
  }
}

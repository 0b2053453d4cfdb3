class A {
  void f(D d) {
    p(d.b(), g(d));
    z();
  }

  int g(D d) {
    return d.a() * 2;
  }
}

class A {
  void f(D d) {
    while (g(d)) z();
  }

  boolean g(D d) {
    return d.a() > 2;
  }
}

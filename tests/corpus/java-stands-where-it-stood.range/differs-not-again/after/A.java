class A {
  void f(D d) {
    boolean r = g(d);
    while (r) z();
  }

  boolean g(D d) {
    return d.a() > 2;
  }
}

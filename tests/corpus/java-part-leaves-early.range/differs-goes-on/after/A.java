class A {
  void f(D d, boolean c) {
    x();
    if (c) {
      g(d);
    }
    d.b();
  }

  void g(D d) {
    d.a();
    return;
  }
}

class A {
  void f(D d, boolean c) {
    x();
    if (c) {
      g(d);
      return;
    }
    d.b();
  }

  void g(D d) {
    d.a();
    d.c();
  }
}

class A {
  void f(D d, boolean c) {
    x();
    if (c) {
      d.a();
      return;
    }
    d.b();
  }
}

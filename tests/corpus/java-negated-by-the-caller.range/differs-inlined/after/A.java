class A {
  void m(D y) {
    if (y.a() && y.b()) r();
  }
}

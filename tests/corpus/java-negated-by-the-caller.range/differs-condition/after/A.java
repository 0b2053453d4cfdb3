class A {
  void f(D a) {
    if (!g(a)) p();
  }

  boolean g(D a) {
    return a.x() || a.y();
  }
}

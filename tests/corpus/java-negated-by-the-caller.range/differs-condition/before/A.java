class A {
  void f(D a) {
    if (a.x() || a.y()) p();
  }
}

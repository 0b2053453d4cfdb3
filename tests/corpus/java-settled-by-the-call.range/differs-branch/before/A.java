class A {
  void f(D a) {
    h();
    if (a.c()) a.x();
  }
}

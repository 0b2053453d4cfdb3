class A {
  void f(D a) {
    h();
    g(a, false);
  }

  void g(D a, boolean all) {
    if (all || a.c()) a.x();
  }
}

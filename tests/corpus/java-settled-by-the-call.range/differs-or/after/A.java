class A {
  void f(D a) {
    h();
    g(a, true);
  }

  void g(D a, boolean all) {
    if (all || a.c()) a.x();
  }
}

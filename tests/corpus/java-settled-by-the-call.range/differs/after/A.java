class A {
  int n;
  D d;

  void f(D a) {
    h();
    g(a, false);
  }

  void g(D a, boolean all) {
    while (all && a.c()) a.x();
  }
}

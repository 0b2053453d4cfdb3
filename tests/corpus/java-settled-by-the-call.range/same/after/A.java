class A {
  int n;
  D d;

  void f(D a) {
    h();
    g(a, true);
  }

  void g(D a, boolean all) {
    while (all && a.c()) a.x();
  }
}

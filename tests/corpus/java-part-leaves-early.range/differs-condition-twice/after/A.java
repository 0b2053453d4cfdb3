class A {
  int n;
  D d;

  int f(D a) {
    if (a.ok()) return g(a);
    return 0;
  }

  int g(D b) {
    if (b.ok()) return b.x();
    return 0;
  }
}

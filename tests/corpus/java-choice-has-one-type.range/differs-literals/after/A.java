class A {
  int n;
  D d;

  Object g(D a) {
    if (a.ok()) return 1;
    return 2.0;
  }
}

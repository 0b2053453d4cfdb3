class A {
  int n;
  D d;

  int f(D a) {
    if (a.ok()) return n;
    return 0;
  }
}

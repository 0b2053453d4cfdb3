class A {
  int n;
  D d;

  int f(D a) {
    if (a.ok()) return a.x();
    return 0;
  }
}

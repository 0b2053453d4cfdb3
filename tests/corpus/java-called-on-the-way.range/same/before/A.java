class A {
  int n;
  D d;

  int f(D a) {
    h();
    return a.x(n) * 2;
  }
}

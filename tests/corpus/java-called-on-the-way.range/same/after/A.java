class A {
  int n;
  D d;

  int f(D a) {
    h();
    return k(a);
  }

  int k(D c) {
    return g(c) * 2;
  }

  int g(D b) {
    return b.x(n);
  }
}

class A {
  int n;
  D d;

  int f(D a, D e) {
    h();
    return k(e);
  }

  int k(D c) {
    return g(c) * 2;
  }

  int g(D b) {
    return b.x(n);
  }
}

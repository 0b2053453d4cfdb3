class A {
  int n;
  D d;

  int f(D a, D e) {
    h();
    return g(e) * 2;
  }

  int g(D b) {
    return b.x(n);
  }
}

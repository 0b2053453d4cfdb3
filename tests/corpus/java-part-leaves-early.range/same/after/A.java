class A {
  int n;
  D d;

  int f(D a) {
    return g(a);
  }

  int g(D b) {
    if (b.ok()) {
      b.x();
      return 1;
    }
    b.y();
    return 2;
  }
}

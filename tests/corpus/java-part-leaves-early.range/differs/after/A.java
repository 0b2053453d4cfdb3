class A {
  int n;
  D d;

  int f(D a) {
    int r = g(a);
    a.z();
    return r;
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

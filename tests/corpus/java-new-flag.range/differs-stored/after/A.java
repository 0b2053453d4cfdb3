class A {
  int n;
  D d;

  int g(D a, boolean y) {
    y = h();
    return y ? 1 : a.x();
  }
}

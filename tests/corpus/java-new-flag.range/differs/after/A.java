class A {
  int n;
  D d;

  int g(D a, boolean y) {
    return y ? a.y() : a.x();
  }
}

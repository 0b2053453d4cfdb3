class A {
  int n;
  D d;

  int g(D b, int a) {
    return b.x(a);
  }
}

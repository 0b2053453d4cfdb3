class A {
  int n;
  D d;

  long g(D a) {
    int y = a.x();
    return y;
  }
}

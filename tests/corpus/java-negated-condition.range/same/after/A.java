class A {
  int n;
  D d;

  boolean g(D a) {
    return !a.x() || !a.y();
  }
}

class A {
  int n;
  D d;

  boolean f(D a) {
    return !(a.x() && a.y());
  }
}

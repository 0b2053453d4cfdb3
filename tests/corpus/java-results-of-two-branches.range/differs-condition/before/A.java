class A {
  int n;
  D d;

  boolean f(D a) {
    if (a.ok()) return true;
    return false;
  }
}

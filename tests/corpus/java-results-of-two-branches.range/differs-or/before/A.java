class A {
  boolean f(D a) {
    if (a.x()) return a.y();
    return false;
  }
}

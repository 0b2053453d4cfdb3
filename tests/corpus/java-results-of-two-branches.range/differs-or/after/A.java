class A {
  boolean f(D a) {
    return a.x() || a.y();
  }
}

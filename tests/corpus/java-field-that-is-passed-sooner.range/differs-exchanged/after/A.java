class A {
  int f(P p) {
    return p.x() - p.y();
  }
}

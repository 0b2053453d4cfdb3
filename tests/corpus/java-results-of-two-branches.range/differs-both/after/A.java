class A {
  int f(D a) {
    if (a.x() && a.y()) return 1;
    return 3;
  }
}

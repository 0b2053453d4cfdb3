class A {
  int f(D a) {
    if (a.x()) return 1;
    if (a.y()) return 1;
    return 3;
  }
}

class A {
  int f(D a) {
    if (a.y()) return 2;
    if (a.x()) return 1;
    return 3;
  }
}

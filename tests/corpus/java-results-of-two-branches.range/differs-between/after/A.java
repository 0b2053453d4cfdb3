class A {
  int f(D a) {
    if (a.x()) return 1;
    a.z();
    return 2;
  }
}

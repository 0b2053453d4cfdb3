class A {
  int f(D a) {
    int r;
    if (a.x()) r = 1;
    else r = 2;
    a.z();
    return r;
  }
}

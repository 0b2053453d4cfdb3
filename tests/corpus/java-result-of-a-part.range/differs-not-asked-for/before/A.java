class A {
  int n;

  int f() {
    int r = a(n);
    b(r);
    return r;
  }
}

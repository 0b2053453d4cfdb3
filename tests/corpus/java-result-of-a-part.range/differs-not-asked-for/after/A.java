class A {
  int n;

  int f() {
    g();
    return n;
  }

  int g() {
    int r = a(n);
    b(r);
    return r;
  }
}

class A {
  int n;
  D d;

  int f() {
    return n;
  }

  int k(A o, A p) {
    return o.f() + p.n;
  }
}

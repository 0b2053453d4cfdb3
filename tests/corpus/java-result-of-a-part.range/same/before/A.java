class A {
  int n;
  D d;

  D f() {
    D r = d.a();
    r.x();
    return r.y();
  }
}

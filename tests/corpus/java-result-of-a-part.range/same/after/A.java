class A {
  int n;
  D d;

  D f() {
    D r = g();
    return r.y();
  }

  D g() {
    D r = d.a();
    r.x();
    return r;
  }
}

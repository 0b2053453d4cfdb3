class A {
  int n;
  D d;

  D f() {
    D r = d.a();
    if (r == null) {
      r = d.b();
    }
    return r.y();
  }
}

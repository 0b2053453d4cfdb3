class A {
  int n;
  D d;

  boolean f() {
    return g();
  }

  boolean g() {
    return d.ok();
  }
}

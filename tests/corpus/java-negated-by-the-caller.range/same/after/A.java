class A {
  int n;
  D d;

  boolean f() {
    h();
    return !g();
  }

  boolean g() {
    return d.ok();
  }
}

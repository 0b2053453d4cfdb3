class A {
  int n;
  D d;

  boolean f() {
    h();
    return !d.ok();
  }
}

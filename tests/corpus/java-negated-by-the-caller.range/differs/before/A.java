class A {
  int n;
  D d;

  boolean f() {
    return !d.ok();
  }
}

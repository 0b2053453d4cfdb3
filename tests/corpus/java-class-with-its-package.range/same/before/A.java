class A {
  int n;
  D d;

  Object f() {
    return new p.Date(0);
  }
}

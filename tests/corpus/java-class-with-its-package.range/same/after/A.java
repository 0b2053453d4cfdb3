class A {
  int n;
  D d;

  Object g() {
    return (new p.Date(0));
  }
}

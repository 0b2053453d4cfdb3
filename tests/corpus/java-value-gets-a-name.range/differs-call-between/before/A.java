class A {
  int n;
  D d;

  D f() {
    h();
    return d.next();
  }
}

class A {
  int n;
  D d;

  boolean g(D a) {
    return a.ok();
  }
}

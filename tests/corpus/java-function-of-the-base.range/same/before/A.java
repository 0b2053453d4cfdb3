class A {
  int n;
  D d;

  D f() {
    return super.x();
  }
}

class A {
  int n;
  D d;

  Object g(Boolean a) {
    return a;
  }
}

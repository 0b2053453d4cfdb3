class A {
  int n;
  D d;

  int g(D a) {
    return a.ok() ? 0 : n;
  }
}

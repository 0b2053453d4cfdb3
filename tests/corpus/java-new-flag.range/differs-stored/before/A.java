class A {
  int n;
  D d;

  int f(D a) {
    return a.x();
  }
}

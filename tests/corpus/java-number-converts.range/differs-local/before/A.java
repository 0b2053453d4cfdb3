class A {
  int n;
  D d;

  long f(D a) {
    return a.x();
  }
}

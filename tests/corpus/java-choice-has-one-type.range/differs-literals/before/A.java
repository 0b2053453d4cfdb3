class A {
  int n;
  D d;

  Object f(D a) {
    return a.ok() ? 1 : 2.0;
  }
}

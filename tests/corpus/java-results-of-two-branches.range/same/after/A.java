class A {
  int n;
  D d;

  int g(D a) {
    return a.ok() ? n : 0;
  }
}

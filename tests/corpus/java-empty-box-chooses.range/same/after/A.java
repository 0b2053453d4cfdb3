class A {
  int n;
  D d;

  Object g(boolean a) {
    return a;
  }
}

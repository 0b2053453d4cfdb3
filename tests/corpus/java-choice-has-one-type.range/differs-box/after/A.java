class A {
  int n;
  D d;

  Integer g(boolean c, Integer a) {
    return c ? a : 0;
  }
}

class A {
  int n;
  D d;

  Integer f(boolean c, Integer a) {
    if (c) return a;
    return 0;
  }
}

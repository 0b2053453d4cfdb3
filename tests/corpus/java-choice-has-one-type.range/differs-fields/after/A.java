class A {
  int a;
  double b;

  Object m(boolean c) {
    return c ? a : b;
  }
}

class A {
  char a;
  int k;

  Object m(boolean c) {
    return c ? a : k;
  }
}

class A {
  char a;
  int k;

  Object m(boolean c) {
    if (c) return a;
    return k;
  }
}

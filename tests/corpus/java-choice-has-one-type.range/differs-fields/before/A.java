class A {
  int a;
  double b;

  Object m(boolean c) {
    if (c) return a;
    return b;
  }
}

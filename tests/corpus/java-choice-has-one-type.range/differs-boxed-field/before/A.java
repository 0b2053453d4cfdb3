class A {
  Integer a;

  Object m(boolean c) {
    if (c) return a;
    return 1.5;
  }
}

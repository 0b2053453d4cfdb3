class A {
  Integer a;

  Object m(boolean c) {
    return c ? a : 1.5;
  }
}

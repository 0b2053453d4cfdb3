class A {
  Integer f(boolean c, Integer a, int b) {
    Integer r;
    if (c) {
      r = a;
    } else {
      r = b;
    }
    return r;
  }
}

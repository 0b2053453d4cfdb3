class A {
  Integer x;

  boolean f(Integer y) {
    return x == y;
  }
}

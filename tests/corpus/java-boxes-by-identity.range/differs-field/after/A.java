class A {
  int x;

  boolean f(Integer y) {
    return x == y;
  }
}

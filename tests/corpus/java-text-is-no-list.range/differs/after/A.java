class A {
  boolean f(L a) {
    return a.contains("x");
  }
}

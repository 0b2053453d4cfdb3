class A {
  boolean f(C a) {
    return a.contains("x");
  }
}

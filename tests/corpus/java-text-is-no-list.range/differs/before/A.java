class A {
  boolean f(String a) {
    return a.contains("x");
  }
}

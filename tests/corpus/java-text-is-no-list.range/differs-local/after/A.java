class A {
  boolean f(D d) {
    L a = d.a();
    log();
    return a.contains("x");
  }
}

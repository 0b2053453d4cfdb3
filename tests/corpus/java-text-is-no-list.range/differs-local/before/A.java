class A {
  boolean f(D d) {
    String a = d.a();
    log();
    return a.contains("x");
  }
}

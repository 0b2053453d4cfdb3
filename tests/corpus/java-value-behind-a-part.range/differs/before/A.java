class A {
  boolean f(D d) {
    zero();
    one();
    return !d.ok();
  }
}

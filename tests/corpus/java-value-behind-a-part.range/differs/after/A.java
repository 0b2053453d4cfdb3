class A {
  boolean f(D d) {
    zero();
    return g(d);
  }
  boolean g(D d) {
    one();
    return d.ok();
  }
}

class A {
  boolean f(D d) {
    boolean r = d.a();
    z(r);
    return r;
  }
}

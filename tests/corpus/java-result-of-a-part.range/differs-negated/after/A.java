class A {
  boolean f(D d) {
    boolean r = g(d);
    return !r;
  }

  boolean g(D d) {
    boolean r = d.a();
    z(r);
    return r;
  }
}

class A {
  boolean f(D d) {
    z();
    boolean r = g(d);
    return !r;
  }

  boolean g(D d) {
    return d.a() > 2;
  }
}

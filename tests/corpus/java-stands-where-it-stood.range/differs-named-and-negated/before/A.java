class A {
  boolean f(D d) {
    z();
    return d.a() > 2;
  }
}

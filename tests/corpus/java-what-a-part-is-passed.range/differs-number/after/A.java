class A {
  int x;

  boolean f(D d) {
    return g(d, 0);
  }

  boolean g(D d, int x) {
    return d.a() == x && d.b() == x;
  }
}

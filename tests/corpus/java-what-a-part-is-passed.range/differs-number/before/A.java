class A {
  int x;

  boolean f(D d) {
    return d.a() == x && d.b() == x;
  }
}

class A {
  C f(D d) {
    one();
    C c = d.c();
    two(c);
    three(c, d);
    return c;
  }
}

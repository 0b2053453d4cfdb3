class A {
  C c;
  int f(D o) {
    o.go(this);
    return c.v();
  }
  int h(D o) {
    return f(o);
  }
}

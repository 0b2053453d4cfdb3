class A {
  C c;
  int f(D o, C d) {
    o.go(this);
    return d.v();
  }
  int h(D o) {
    return f(o, c);
  }
}

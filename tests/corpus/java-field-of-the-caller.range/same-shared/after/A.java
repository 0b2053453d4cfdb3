class A {
  static C c;
  int f(C d) {
    return d.v();
  }
  int h(A o) {
    return o.f(c);
  }
}

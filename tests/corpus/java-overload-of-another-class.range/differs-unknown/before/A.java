class A {
  int f(D d, int a) {
    return d.x().g(a);
  }
}

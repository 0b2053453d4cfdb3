class A {
  X x;
  int f() {
    return x.y().n();
  }
}

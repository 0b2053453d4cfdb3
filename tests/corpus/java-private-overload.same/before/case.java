class A {
  private int g(int a) { return a; }
  int f() { return g(1); }
}
